/** What speaks for or against a sentence saying something that lasts. The weights are in `weights.ts`. */
import { phrase } from '../cue.ts'
import type { Evidence } from '../language.ts'
import { ofTheTask } from './of-the-task.ts'
import { oneOf, surroundings } from './words.ts'

const evidence = (name: string, pattern: RegExp): Evidence => ({ name, pattern })

const place = oneOf(`repo repository project codebase code_base team company lib library service app
  package monorepo org crate engine platform product shop setup stack squad office department client
  firm studio lab cluster game firmware board system site`)
const stative =
  oneOf(`is are isn't aren't has have hasn't doesn't don't can't lives? runs? uses? owns?
  goes go comes? stays? needs? takes? gives? gets? leaves? expects? allows? accepts? supports?
  requires? belongs? listens? points? reads? writes? sits? keeps? sends? talks? handles? follows?
  works? returns? costs? ships? counts? stores? holds? means? starts? ends? fails? breaks? hangs? dies
  checks? reviews? approves? leads? maintains? deploys? releases? rotates? expires? limits? blocks?`)
/** About the people, the place and what is always so. */
const lasting = [
  evidence('speaks of ours', /\bour\b/),
  evidence(
    'names this place',
    phrase`\b(?:in|on|for|of|with|at) (?:this|our|the) (?:${place})\b|\b(?:in|around|over) here\b|
      \bthis (?:${place})\b|\bhere(?:[.,:;]|$| (?:we|it|is|and|because|since|you))`,
  ),
  evidence('names surroundings', phrase`\b(?:${surroundings})\b`),
  evidence(
    'announces itself',
    phrase`\b(?:fyi|btw|by the way|heads[- ]?up|gotcha|just so you|so you (?:know|have)|
      for (?:quick )?context|context|keep in mind|mind you|for the (?:record|notes)|for reference|
      note that|important|reminder|careful|beware|watch out|worth knowing|to be clear|
      you should know|for you to know|quick note|remember(?: that)?)\b`,
  ),
  evidence('begins with what is', phrase`^(?:[\w‹›./#'-]+ ){1,5}(?:${stative})\b`),
  evidence('explains in brackets', /\([^)]+\)/),
]

export const allEvidence: readonly Evidence[] = [...lasting, ...ofTheTask]
