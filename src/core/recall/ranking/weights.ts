/**
 * Every number the ranking turns on, in one place; one set serves turns, sessions and memories.
 * Chosen on LoCoMo (turns), LongMemEval-S (sessions) and a coding history (sessions that edited the
 * same files), all of whose questions were seen while choosing: expect a little less on others. With
 * 78 and 71 questions the last two tell differences below about four points from chance only by
 * their plateaus. `bench/recall.ts` measures again. Where nothing says so, a weight is measured.
 */
export interface RankingWeights {
  /** Of a long question only the rarest terms are used; more than 36 blur it. */
  readonly mostTerms: number
  /** How many postings the index may walk for a question: what keeps a large store fast. */
  readonly lookupPostings: number
  /** Documents to rank: 100 to 400 give the same figures, 150 leaves room in large stores. */
  readonly pool: number
  /** Further ones that match in other words only. */
  readonly relatedPool: number
  /** So many of the best get their neighbours into the pool, so far away. */
  readonly neighboursOf: number
  readonly neighbourReach: number

  /** Weight of an occurrence in who, title, body, answer, files. Names only say who spoke. */
  readonly columns: readonly [number, number, number, number, number]
  /** Occurrences at which a term has given half of what it can. */
  readonly saturation: number
  /** How much long columns are discounted, 0 to 1. */
  readonly lengthNorm: number
  /** An occurrence of a related word, against one of the word itself. */
  readonly related: number
  /** What the words of the turn before count for a turn, two before, and so on. LoCoMo +12 hit@5. */
  readonly before: readonly number[]
  /** The same for the turns after it. */
  readonly after: readonly number[]
  /** Spreading into a turn that has its answer in it is worth less. */
  readonly spreadOfAnswered: number
  /** Added to `before` when that turn only asks: this one then answers. */
  readonly answerFollows: number
  /** Taken from a turn that only asks. */
  readonly onlyAsks: number
  /** Given to what somebody named in the question said. More would lose what others said of them. */
  readonly named: number
  /** Given to what is from the time the question names. */
  readonly dated: number
  /** Given to what tells a time, when the question asks when. */
  readonly tellsTime: number
  /**
   * Added to the weight of a question, so that a vague one matches nothing fully and priors decide.
   * In terms that no other document has.
   */
  readonly unknownMass: number

  /** Priors are added to a match, which is between 0 and about 1. Recency and branch are measured. */
  readonly recency: number
  readonly recencyHalfLifeDays: number
  readonly branch: number
  /** Not measured, no data has these: a nudge between equals, except that files are more. */
  readonly files: number
  readonly importance: number
  readonly uses: number
  readonly pinned: number
  readonly stale: number

  /** In a session each further matching document counts so much of the one before. */
  readonly session: number
  /** The newest sessions, and those of the asker's branch, are looked at whatever they say. */
  readonly newestSessions: number
  /** Sessions gain by files they share with the best ones. Coding: recall@5 +8, any@5 -3. */
  readonly fileFeedback: number
  readonly feedbackSessions: number
  readonly feedbackPower: number
  readonly feedbackFiles: number
  readonly feedbackReach: number
}

export const defaultWeights: RankingWeights = {
  mostTerms: 28,
  lookupPostings: 20_000,
  pool: 150,
  relatedPool: 60,
  neighboursOf: 40,
  neighbourReach: 2,

  columns: [0, 2, 2, 0.7, 2],
  saturation: 1.5,
  lengthNorm: 0.25,
  related: 0.2,
  before: [0.4, 0.3, 0.1, 0.1, 0.1],
  after: [0.4, 0.3, 0.1, 0.1, 0.1],
  spreadOfAnswered: 0.25,
  answerFollows: 1.5,
  onlyAsks: 0.15,
  named: 0.22,
  dated: 0.8,
  tellsTime: 0.3,
  unknownMass: 2.3,

  recency: 0.05,
  recencyHalfLifeDays: 1,
  branch: 0.45,
  files: 0.1,
  importance: 0.1,
  uses: 0.01,
  pinned: 0.05,
  stale: 0.1,

  session: 0.5,
  newestSessions: 5,
  fileFeedback: 0.7,
  feedbackSessions: 8,
  feedbackPower: 4,
  feedbackFiles: 40,
  feedbackReach: 100,
}
