import type { Verdict } from '@moqi/verify/verdict'
import { type StandingDocument, readDocument } from '#src/platform/documents/read-document.ts'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** The one file of a contract as it stands, read in its initiator's tenant. */
export function standingDocument(
  { deps }: TestServer,
  { tenantId }: Player,
  contractId: string,
): Promise<StandingDocument> {
  return deps.db.read(tenantId, async (home) => {
    const file = await home
      .selectFrom('document_head')
      .where('contract_id', '=', contractId)
      .select('file_id')
      .executeTakeFirstOrThrow()
    return readDocument(deps, home, tenantId, contractId, file.file_id)
  })
}

/** What the verifier says of it. */
export async function judgedDocument(server: TestServer, launcher: Player, contractId: string): Promise<Verdict> {
  const { bytes } = await standingDocument(server, launcher, contractId)
  return server.deps.workshop.verify(bytes)
}

/** The PAdES level of every signature, in order. */
export const levels = ({ signatureArray }: Verdict) => signatureArray.map(({ level }) => level)
