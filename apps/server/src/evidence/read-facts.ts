import { signRecordOf, signVerbs } from '@moqi/evidence/log-record'
import { sql } from 'kysely'
import { filesInOrder } from '#src/cores/contract/contract-files.ts'
import { loadContract, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { contractPath } from '#src/cores/contract/short-link.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { DirectoryTables } from '#src/platform/database/directory-tables.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readDocument } from '#src/platform/documents/read-document.ts'
import type { VerifiedFile } from '#src/platform/workshop.ts'

type Place = { homeTenantId: string; contractId: string }

/** One file of the contract as it stands, and what its signatures say. */
export type FactFile = {
  fileId: string
  name: string
  pageCount: number
  bytes: Buffer
  sha256: string
  sm3: string
  /** Of the upload as it came. */
  originSha256: string
  verified: VerifiedFile
  /** Whose signature each slot holds. */
  signerOf: Map<string, number>
}

/** How a space was authenticated; `at` and `authId` null when that was not recorded. */
export type FactSpace = {
  kind: 'person' | 'company'
  name: string
  passed: boolean
  at: number | null
  authId: string | null
  code: string | null
}
/** The invitation that was sent; `state` as the gateway told it. */
export type FactInvitation = { at: number; state: DirectoryTables['message']['state']; changedAt: number }

/** Everything a report tells but the log. */
export type Facts = StoredContract & {
  files: FactFile[]
  spaces: Map<string, FactSpace>
  invitations: Map<number, FactInvitation>
  sealNames: Map<string, string>
}

/** Reads and verifies what a report tells. */
export async function readFacts(deps: Deps, place: Place): Promise<Facts> {
  const stored = await deps.db.read(place.homeTenantId, (home) => loadContract(home, place))
  const { contract, parties } = stored
  const tenantIds = [
    ...new Set([contract.tenant_id, ...parties.flatMap(({ party_tenant_id }) => party_tenant_id ?? [])]),
  ]
  return {
    ...stored,
    files: await filesOf(deps, place),
    spaces: await deps.db.directory((directory) => spacesOf(directory, tenantIds)),
    invitations: await deps.db.directory((directory) => invitationsOf(directory, stored)),
    sealNames: await sealsOf(deps, place, tenantIds),
  }
}

async function filesOf(deps: Deps, { homeTenantId, contractId }: Place): Promise<FactFile[]> {
  const rows = await deps.db.read(homeTenantId, (home) =>
    filesInOrder(home, { homeTenantId, contractId }).select(['f.page_count', 'f.sha256']).execute(),
  )
  const files: FactFile[] = []
  for (const { file_id: fileId, name, page_count: pageCount, sha256: originSha256 } of rows) {
    const { bytes, sha256 } = await deps.db.read(homeTenantId, (home) =>
      readDocument(deps, home, homeTenantId, contractId, fileId),
    )
    const [sm3, verified] = [await deps.workshop.sm3(bytes), await deps.workshop.verifyKept(bytes)]
    const signerOf = await deps.db.read(homeTenantId, (home) => slotsOf(home, { homeTenantId, contractId }, fileId))
    files.push({ fileId, name, pageCount, bytes, sha256, sm3, originSha256, verified, signerOf })
  }
  return files
}

async function slotsOf(home: Db, { homeTenantId, contractId }: Place, fileId: string): Promise<Map<string, number>> {
  const rows = await home
    .selectFrom('document_slot')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    .where('file_id', '=', fileId)
    .select(['slot', 'party_no'])
    .execute()
  return new Map(rows.map(({ slot, party_no }) => [slot, party_no]))
}

async function spacesOf(directory: Db, tenantIds: string[]): Promise<Facts['spaces']> {
  if (tenantIds.length === 0) return new Map()
  const rows = await directory
    .selectFrom('space')
    .where('tenant_id', 'in', tenantIds)
    .select(['tenant_id', 'kind', 'name', 'auth_status', 'authenticated_at', 'auth_id', 'credit_code'])
    .execute()
  return new Map(
    rows.map(({ tenant_id, kind, name, auth_status, authenticated_at: at, auth_id: authId, credit_code: code }) => {
      return [tenant_id, { kind, name, passed: auth_status === 'passAuth', at, authId, code }]
    }),
  )
}

/** The first message that asked each party to sign; messages are kept for a while only. */
async function invitationsOf(directory: Db, { contract, parties }: StoredContract): Promise<Facts['invitations']> {
  const found = new Map<number, FactInvitation>()
  for (const { party_no, phone, sign_id } of parties) {
    const row = await directory
      .selectFrom('message')
      .where('recipient', '=', phone)
      .where('scene', '=', 'toSign')
      .where(
        sql<boolean>`(contract_id = ${contract.contract_id} and party_no = ${party_no}
          or position(${contractPath(sign_id)} in content::text) > 0
          or sha256(convert_to(substring(content -> 'values' ->> 'url' from '/t/([^/]+)$'), 'UTF8')) in (
            select token_hash from ticket where contract_id = ${contract.contract_id} and party_no = ${party_no}))`,
      )
      .orderBy('created_at')
      .limit(1)
      .select(['created_at', 'state', 'changed_at'])
      .executeTakeFirst()
    if (row) found.set(party_no, { at: row.created_at, state: row.state, changedAt: row.changed_at })
  }
  return found
}

/** Names of the seals that the log says were used; they belong to the parties' own spaces. */
async function sealsOf({ db }: Deps, { homeTenantId, contractId }: Place, tenantIds: string[]) {
  const lines = await db.read(homeTenantId, (home) =>
    home
      .selectFrom('contract_log')
      .where('tenant_id', '=', homeTenantId)
      .where('contract_id', '=', contractId)
      .where('verb', 'in', signVerbs)
      .select(['verb', 'detail'])
      .execute(),
  )
  const used = lines.flatMap((line) => signRecordOf(line)?.seals ?? [])
  const names = new Map<string, string>()
  if (used.length === 0) return names
  for (const tenantId of tenantIds) {
    const rows = await db.read(tenantId, (own) =>
      own
        .selectFrom('seal')
        .where('tenant_id', '=', tenantId)
        .where('seal_id', 'in', used)
        .select(['seal_id', 'name'])
        .execute(),
    )
    for (const { seal_id, name } of rows) names.set(seal_id, name)
  }
  return names
}
