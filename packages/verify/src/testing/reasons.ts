import { readUpload, structuralObstacles } from '../obstacles.ts'
import type { Verdict } from '../verdict.ts'

/** Codes and severities that decide, without what a scene always lacks: revocation data. */
export const decisive = ({ reasonArray }: Verdict): string[] =>
  reasonArray
    .filter(({ severity, code }) => severity !== 'info' && !code.startsWith('revocation'))
    .map(({ code, severity }) => `${severity} ${code}`)

/** Codes of one severity. */
export const codesOf = ({ reasonArray }: Verdict, severity: string): string[] =>
  reasonArray.filter((reason) => reason.severity === severity).map(({ code }) => code)

/** Why nobody should sign these unsigned bytes. */
export const obstaclesOf = (...upload: Parameters<typeof readUpload>) => structuralObstacles(readUpload(...upload))
