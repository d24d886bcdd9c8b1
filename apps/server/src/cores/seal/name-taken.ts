import { Refusal } from '@moqi/domain/refusal'
import { isDuplicate } from '#src/platform/database/database.ts'

/** For the fault of a statement that names a seal: throws `seal/name-taken` for a duplicate, else the fault. */
export function nameTaken(cause: unknown): never {
  throw isDuplicate(cause) ? new Refusal('seal/name-taken', { field: 'sealName' }, { cause }) : cause
}
