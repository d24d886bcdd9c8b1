import type { Verdict } from '../verdict.ts'

/** Codes and severities that decide, without what a scene always lacks: revocation data. */
export const decisive = ({ reasonArray }: Verdict): string[] =>
  reasonArray
    .filter(({ severity, code }) => severity !== 'info' && !code.startsWith('revocation'))
    .map(({ code, severity }) => `${severity} ${code}`)

/** Codes of one severity. */
export const codesOf = ({ reasonArray }: Verdict, severity: string): string[] =>
  reasonArray.filter((reason) => reason.severity === severity).map(({ code }) => code)
