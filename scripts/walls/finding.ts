/** One breach of a rule: where it stands, which rule, and what is wrong, in one line. */
export type Finding = {
  /** Path from the root of the repository, with `/`. */
  file: string
  /** From 1. */
  line: number
  /** Name of the rule, as the tests know it. */
  rule: string
  text: string
}
