import type { Deps } from '#src/platform/deps.ts'
import { shortToken } from '#src/platform/short-token.ts'

const length = 22

/** A party's own handle of a contract: random and opaque, 129 bits; knowing it authorises nothing (checklist I2). */
export const newSignId = (deps: Pick<Deps, 'random'>): string => shortToken(deps, length)
