import type { Deps } from '#src/platform/deps.ts'

/** A party's own handle of a contract: random and opaque; knowing it authorises nothing (checklist I2). */
export const newSignId = ({ random }: Pick<Deps, 'random'>): string => random(18).toString('base64url')
