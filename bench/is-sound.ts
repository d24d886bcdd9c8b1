import type { Verdict } from '@moqi/verify/verdict'

/** Whether a document is valid, but for those of its parties who have not signed yet. */
export const isSound = ({ verdict, reasonArray }: Verdict): boolean =>
  verdict === 'valid' ||
  (verdict === 'indeterminate' &&
    reasonArray.every(({ code, severity }) => severity !== 'indeterminate' || code === 'contract-unfinished'))
