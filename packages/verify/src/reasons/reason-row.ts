/** How much a reason weighs; the worst one decides the verdict (reference §1). */
export type Severity = 'invalid' | 'indeterminate' | 'warning' | 'info'

/** One row of a reason table: family, usual weight, Chinese text, English text, clause. */
export type ReasonRow = readonly [
  family: 'malformed' | 'coverage' | 'changed' | 'permission' | 'profile' | 'identity' | 'time' | 'structure',
  severity: Severity,
  text: string,
  textEn: string,
  clause: string,
]
