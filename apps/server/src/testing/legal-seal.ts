import { memberIdOf } from './company-scene.ts'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** A seal of the company's legal representative, whom that administrator is; `number` tells it from others. */
export async function legalSeal(server: TestServer, owner: Player, number: number): Promise<string> {
  const [sealId, holderId] = [server.deps.newId(), await memberIdOf(server, owner, owner.phone)]
  await server.deps.db.write(owner.tenantId, async (tx) => {
    const official = await tx
      .selectFrom('seal')
      .where('tenant_id', '=', owner.tenantId)
      .where('purpose', '=', 'official')
      .selectAll()
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('seal')
      .values({
        tenant_id: owner.tenantId,
        seal_id: sealId,
        account_id: null,
        kind: 'legal',
        name: `法定代表人章${number}`,
        color: official.color,
        status: 'enabled',
        width: 20,
        height: 20,
        png_sha256: official.png_sha256,
        packed_sha256: official.packed_sha256,
        is_default: false,
        created_at: server.deps.now(),
        purpose: 'legal',
        design: null,
        code: `YZ2026119${number}`,
        holder_account_id: holderId,
        frozen: false,
      })
      .execute()
  })
  return sealId
}
