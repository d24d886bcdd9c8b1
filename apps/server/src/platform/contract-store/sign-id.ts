import type { Deps } from '#src/platform/deps.ts'
import { shortToken } from '#src/platform/short-token.ts'

/** A party's own handle of a contract: random and opaque; knowing it authorises nothing (checklist I2). */
export const newSignId = (deps: Pick<Deps, 'random'>): string => shortToken(deps)
