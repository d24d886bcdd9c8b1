import type { operator } from '@moqi/api/operator'
import { Refusal } from '@moqi/domain/refusal'
import { enterOperator } from '#src/cores/operator/enter-operator.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { checkPassword } from '#src/platform/keys/password-hash.ts'
import { requireOperators } from './require-operators.ts'

/**
 * Signs an operator in by name, password and one-time password or recovery code. Whatever is wrong, and while failures
 * have locked the operator, the answer is the same: it tells nothing about who exists.
 */
export const signInOperator: Handler<typeof operator.signInOperator> = async (deps, caller, input) => {
  requireOperators(deps)
  const known = await deps.db.directory((directory) =>
    directory
      .selectFrom('operator')
      .where('name', '=', input.name.toLowerCase())
      .select(['operator_id', 'password_hash'])
      .executeTakeFirst(),
  )
  const account = known ? { account_id: known.operator_id, password_hash: known.password_hash } : null
  const right = await checkPassword(deps, account, input.password)
  const shown = known && { operatorId: known.operator_id, right, code: input.code }
  const session = shown && (await deps.db.directoryWrite((tx) => enterOperator(deps, tx, caller, shown)))
  if (!session) throw new Refusal('operator/credentials')
  return session
}
