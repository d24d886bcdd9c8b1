/** How much a reason weighs; the worst one decides the verdict (reference §1). */
export type Severity = 'invalid' | 'indeterminate' | 'warning' | 'info'

/** What a reason is about. */
export type ReasonFamily =
  | 'malformed'
  | 'coverage'
  | 'changed'
  | 'permission'
  | 'profile'
  | 'identity'
  | 'time'
  | 'structure'

/** One row of a reason table: family, usual weight, Chinese text, English text, clause. */
export type ReasonRow = readonly [
  family: ReasonFamily,
  severity: Severity,
  text: string,
  textEn: string,
  clause: string,
]
