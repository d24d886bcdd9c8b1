import type { signCode } from '@moqi/api/sign-code'
import { signCodeLifecycle } from '@moqi/domain/templates/sign-code'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { holdSignCode } from './sign-code-store.ts'

/** Stops a code for a while, lets it go on, or ends it for good; what it has made stays. */
export const moveSignCode: Handler<typeof signCode.moveSignCode> = (deps, member, { signCodeId, event }) =>
  deps.db.write(member.tenantId, async (tx) => {
    const { state } = await holdSignCode(tx, member.tenantId, signCodeId)
    await tx
      .updateTable('sign_code')
      .set({ state: signCodeLifecycle.after(state, event) })
      .where('tenant_id', '=', member.tenantId)
      .where('code_id', '=', signCodeId)
      .execute()
    return keepAnswer(tx, deps, member, null)
  })
