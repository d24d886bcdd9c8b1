import type { ReasonCode } from '@moqi/verify/reasons'

/** What of a package cannot be read as one, or not in one way alone; the code says which. */
export class OfdFault extends Error {
  override name = 'OfdFault'
  readonly code: ReasonCode

  constructor(code: ReasonCode, detail: string) {
    super(detail)
    this.code = code
  }
}
