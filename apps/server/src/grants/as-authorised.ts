import type { Area } from '@moqi/domain/contract/area'
import { areaOfRow, areasOf } from '#src/cores/contract/contract-files.ts'
import type { GrantRow } from '#src/cores/seal/grants.ts'
import { loadTemplate } from '#src/cores/template/template-store.ts'
import type { Db } from '#src/platform/database/database.ts'

/** Where a place is and whose: what of it is drawn on the page. */
const placeKey = ({ fileId, page, x, y, width, height, control, partyNo }: Area): string =>
  [fileId, page, ...[x, y, width, height].map((mm) => mm.toFixed(2)), control, partyNo].join(' ')

/**
 * Whether the contract's files and places are those of the template as it stood when it was authorised: whoever may
 * launch may edit a draft and a template, and would have the seal put on what nobody authorised. Read in the company's
 * tenant.
 */
export async function isAsAuthorised(
  own: Db,
  { tenant_id: tenantId, named }: Pick<GrantRow, 'tenant_id' | 'named'>,
  { contractId, templateId }: { contractId: string; templateId: string },
): Promise<boolean> {
  const version = named.find(({ id }) => id === templateId)?.version
  if (version === undefined) return false
  const { content } = await loadTemplate(own, { tenantId, templateId }, version)
  const places = (await areasOf(own, { homeTenantId: tenantId, contractId })).map(areaOfRow)
  const files = await own
    .selectFrom('contract_file')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .select('file_id')
    .execute()
  return (
    isSame(
      files.map(({ file_id }) => file_id),
      content.fileIds,
    ) && isSame(places.map(placeKey), content.areas.map(placeKey))
  )
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted())
