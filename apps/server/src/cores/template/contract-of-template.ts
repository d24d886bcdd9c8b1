import type { WrittenParty } from '@moqi/domain/contract/written-draft'
import { type BatchValues, checkSenderValue, type OwnSide, partiesOf } from '@moqi/domain/templates/batch-sheet'
import { titleOf } from '@moqi/domain/templates/title-pattern'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { dayMs, endOfDayOf } from '@moqi/domain/time/civil-date'
import type { AreaRow } from '#src/cores/contract/contract-files.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { areaRow, insertAreas } from '#src/cores/contract/draft-areas.ts'
import { insertFiles } from '#src/cores/contract/draft-files.ts'
import { putParties } from '#src/cores/contract/draft-parties.ts'
import type { Creation } from '#src/cores/contract/create-contract.ts'
import { type Launcher, newContract } from '#src/cores/contract/new-contract.ts'
import type { LoadedTemplate } from './template-store.ts'

type Place = { tenantId: string; contractId: string }

/** What a template and the values given make: what a contract is called, and everything of it but its row. */
export type MadeContract = { subject: string; parties: WrittenParty[]; areas: AreaRow[] }

/** Applies the values to the template; what was not given stays empty. */
export function madeOf({ content }: LoadedTemplate, own: OwnSide, values: BatchValues, place: Place): MadeContract {
  const parties = partiesOf(content.roles, own, values).map((party) => ({
    ...party,
    signKind: 'any' as const,
    forcedReading: false,
  }))
  const named = content.roles.map(({ partyNo, roleName }): [string, string] => {
    const party = parties.find((one) => one.partyNo === partyNo)
    return [roleName.trim(), party?.companyName || party?.name || '']
  })
  const areas = content.areas.map((area) => {
    if (area.partyNo !== senderNo) return areaRow(place, area, null)
    const checked = checkSenderValue(area, values[`fill.${area.areaId}`] ?? '')
    const value = checked.ok ? checked.value : ''
    named.push([area.label?.trim() ?? '', value])
    return areaRow(place, area, value)
  })
  return { subject: titleOf(content.subject, new Map(named)), parties, areas }
}

/** A contract that a template makes, to be stored by `createContract` in its state. */
export function creationOf(
  deps: Pick<Deps, 'derivationKey' | 'now' | 'random'>,
  member: Launcher,
  {
    template,
    made,
    state,
    ...ids
  }: {
    template: LoadedTemplate
    made: MadeContract
    contractId: string
    signId: string
    batchId?: string
    state: 'draft' | 'waitSend'
  },
): Pick<Creation, 'contract' | 'fill'> {
  const { content, files } = template
  const place = { tenantId: member.tenantId, contractId: ids.contractId }
  const written = {
    subject: made.subject,
    contractNo: null,
    remark: content.remark || null,
    signExpireTime: endOfDayOf(deps.now() + content.deadlineDays * dayMs),
    contractEndTime: null,
    amount: null,
    signOrderType: content.signOrderType,
    cc: [],
    // A batch's hundreds would bury the address book.
    saveContacts: state === 'draft',
  }
  return {
    contract: newContract(deps, member, written, { ...ids, state }),
    async fill(tx) {
      await insertFiles(
        tx,
        place,
        files.map(({ file_id }) => file_id),
      )
      await putParties(deps, tx, place, made.parties, { phone: member.phone, newSignId: () => newSignId(deps) })
      await insertAreas(tx, made.areas)
      await noteTemplate(tx, place, template)
      await countUse(tx, template)
    },
  }
}

/** By which template a contract was made, for what goes by templates later. */
async function noteTemplate(tx: Db, { tenantId, contractId }: Place, { head }: LoadedTemplate): Promise<void> {
  const row = { tenant_id: tenantId, contract_id: contractId, template_id: head.template_id }
  await tx.insertInto('contract_template').values(row).execute()
}

async function countUse(tx: Db, { head: { tenant_id, template_id } }: LoadedTemplate): Promise<void> {
  await tx
    .updateTable('template')
    .set((eb) => ({ used_number: eb('used_number', '+', 1) }))
    .where('tenant_id', '=', tenant_id)
    .where('template_id', '=', template_id)
    .execute()
}

/** The template a contract was made from; null of any other. Read in its home tenant. */
export async function templateOf(home: Db, { tenantId, contractId }: Place): Promise<string | null> {
  const row = await home
    .selectFrom('contract_template')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .select('template_id')
    .executeTakeFirst()
  return row?.template_id ?? null
}
