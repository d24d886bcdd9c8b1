import { faceLifecycle } from '@moqi/domain/identity/face-lifecycle'
import type { TestServer } from './test-server.ts'

/** A face verification that a person's desk shows, as one who is authenticated by now has it; answers its id. */
export async function shownFace({ deps }: TestServer, phone: string): Promise<string> {
  const { db } = deps
  const own = await db.directory((directory) =>
    directory
      .selectFrom('account as a')
      .innerJoin('membership as m', 'm.account_id', 'a.account_id')
      .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
      .where('a.phone', '=', phone)
      .where('s.kind', '=', 'person')
      .select(['s.tenant_id', 'a.account_id'])
      .executeTakeFirstOrThrow(),
  )
  const faceId = deps.newId()
  await db.write(own.tenant_id, (tx) =>
    tx
      .insertInto('face_verification')
      .values({
        tenant_id: own.tenant_id,
        face_id: faceId,
        account_id: own.account_id,
        state: faceLifecycle.initial,
        expires_at: deps.now() + 60_000,
      })
      .execute(),
  )
  return faceId
}
