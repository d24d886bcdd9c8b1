import { Refusal } from '@moqi/domain/refusal'
import type { Deps } from '#src/platform/deps.ts'

/** Throws `operator/off` on a server whose settings let no operator in. */
export function requireOperators({ config }: Pick<Deps, 'config'>): void {
  if (!config.operator) throw new Refusal('operator/off')
}
