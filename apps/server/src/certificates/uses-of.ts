import { contractLifecycle } from '@moqi/domain/contract/contract-lifecycle'
import type { RegisteredCertificate } from '#src/platform/authority/certificate-register.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** What was signed with a certificate, and what is under way; times in ms. */
export type Uses = {
  signatureNumber: number
  contractNumber: number
  /** Of the last signature; null when there is none. */
  signTime: number | null
  runningNumber: number
  waitingNumber: number
  sealNumber: number
}

const signing = contractLifecycle.after('waitSend', 'send')

/** In numbers alone: of a space's certificate in that space, of a key's in every space of its person. */
export async function usesOf({ db }: Pick<Deps, 'db'>, certificate: RegisteredCertificate): Promise<Uses> {
  const { kind, tenant_id: tenantId } = certificate
  const tenants = kind === 'key' ? await db.directory((directory) => spacesOf(directory, tenantId)) : [tenantId]
  const sum: Uses = {
    signatureNumber: 0,
    contractNumber: 0,
    signTime: null,
    runningNumber: 0,
    waitingNumber: 0,
    sealNumber: 0,
  }
  for (const one of tenants) {
    const found = await db.read(one, (tenant) => usesIn(tenant, one, certificate))
    sum.signatureNumber += found.signatureNumber
    sum.contractNumber += found.contractNumber
    sum.runningNumber += found.runningNumber
    sum.sealNumber += found.sealNumber
    sum.waitingNumber += kind === 'key' ? 0 : found.waitingNumber
    if (found.signTime !== null) sum.signTime = Math.max(sum.signTime ?? 0, found.signTime)
  }
  return sum
}

/** The spaces of the person whose own that is. */
async function spacesOf(directory: Db, tenantId: string): Promise<string[]> {
  const rows = await directory
    .selectFrom('membership as own')
    .innerJoin('membership as m', 'm.account_id', 'own.account_id')
    .where('own.tenant_id', '=', tenantId)
    .select('m.tenant_id')
    .execute()
  return rows.map(({ tenant_id }) => tenant_id)
}

async function usesIn(tenant: Db, tenantId: string, { serial, fingerprint }: RegisteredCertificate): Promise<Uses> {
  // Records have it as it is printed, in upper case.
  const serials = [serial, serial.toUpperCase()]
  const signed = await tenant
    .selectFrom('signature_record')
    .where('tenant_id', '=', tenantId)
    .where('certificate_serial', 'in', serials)
    .select(({ fn }) => [
      fn.countAll<number>().as('signatures'),
      fn.count<number>('contract_id').distinct().as('contracts'),
      fn.max('signed_at').as('last'),
    ])
    .executeTakeFirstOrThrow()
  const running = await tenant
    .selectFrom('signature_record as s')
    .innerJoin('inbox as i', (join) =>
      join.onRef('i.tenant_id', '=', 's.tenant_id').onRef('i.contract_id', '=', 's.contract_id'),
    )
    .where('s.tenant_id', '=', tenantId)
    .where('s.certificate_serial', 'in', serials)
    .where('i.contract_state', '=', signing)
    .select(({ fn }) => fn.count<number>('s.contract_id').distinct().as('number'))
    .executeTakeFirstOrThrow()
  const waiting = await tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('party_state', '=', 'toSign')
    .where('contract_state', '=', signing)
    .select(({ fn }) => fn.count<number>('contract_id').distinct().as('number'))
    .executeTakeFirstOrThrow()
  const seals = await tenant
    .selectFrom('electronic_seal')
    .where('tenant_id', '=', tenantId)
    .where('certificate_sha256', '=', fingerprint)
    .where('revoked_at', 'is', null)
    .select(({ fn }) => fn.count<number>('seal_id').distinct().as('number'))
    .executeTakeFirstOrThrow()
  return {
    signatureNumber: signed.signatures,
    contractNumber: signed.contracts,
    signTime: signed.last,
    runningNumber: running.number,
    waitingNumber: waiting.number,
    sealNumber: seals.number,
  }
}
