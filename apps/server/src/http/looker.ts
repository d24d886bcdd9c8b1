import type { Call } from '@moqi/api/call'
import { requireLook } from '#src/cores/operator/look.ts'
import type { Caller, Operator } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Throws `look/required` where a call shows a part of a space to whoever does not look into that space. */
export async function requireOpenLook(deps: Deps, call: Call, actor: Caller | Operator, input: object): Promise<void> {
  if (!call.look) return
  const isNamed = 'tenantId' in input && typeof input.tenantId === 'string'
  if (!isNamed || !('operatorId' in actor)) throw new Error(`${call.path} looks into no space, or is no operator's`)
  await requireLook(deps, actor, { tenantId: String(input.tenantId), part: call.look })
}
