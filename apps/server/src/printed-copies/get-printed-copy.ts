import { timingSafeEqual } from 'node:crypto'
import type { printedCopy } from '@moqi/api/printed-copy'
import { flagOf } from '@moqi/api/wire/flag'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { maskCompany, writtenCopyNumber } from '@moqi/domain/contract/printed-copy'
import { maskName } from '@moqi/domain/identity/person-name'
import { partyStateLabels, rowStatusLabels } from '@moqi/domain/labels/status-labels'
import { Refusal } from '@moqi/domain/refusal'
import type { ContractRow } from '#src/cores/contract/contract-rows.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readDocument } from '#src/platform/documents/read-document.ts'
import type { BlobAnswer, Handler } from '#src/platform/handlers.ts'
import { findCopy, pageKey, printedFiles } from './copy-place.ts'

/** px; small print can be compared with the paper. */
const pageWidth = 1200

/** How the contract of a printed copy stands, for whoever holds the paper: nobody is named in full. */
export const getPrintedCopy: Handler<typeof printedCopy.getPrintedCopy> = async (deps, _caller, { number: typed }) => {
  const { place, number, stored } = await findCopy(deps, typed)
  const { contract, parties } = stored
  const files = await deps.db.read(place.homeTenantId, (home) => printedFiles(home, place))
  return {
    number: writtenCopyNumber(number),
    stateText: stateText(contract),
    holds: flagOf(contract.state === 'finish'),
    voiding: flagOf(contract.void_state === 'voiding'),
    finishTime: contract.finished_at,
    pageCount: files.reduce((sum, { page_count }) => sum + page_count, 0),
    signerArray: parties
      .filter((party) => !hasLeft(party))
      .map((party) => ({
        signType: flagOf(party.kind === 'company'),
        name: party.company_name === null ? maskName(party.name) : maskCompany(party.company_name),
        stateText: partyStateLabels[party.state],
        signTime: party.signed_at,
      })),
  }
}

const stateText = ({ state }: ContractRow): string => (state === 'deleted' ? '' : rowStatusLabels[state])

/** One page as it stands electronically, for whoever has that very page in hand. */
export async function printedPage(
  deps: Deps,
  _caller: unknown,
  { number, page, key }: { number: string; page: number; key: string },
): Promise<BlobAnswer> {
  const { place } = await findCopy(deps, number)
  if (!isSame(pageKey(deps, place, page), key)) throw new Refusal('printed-copy/not-found')
  const { homeTenantId, contractId } = place
  const found = await deps.db.read(homeTenantId, async (home) => {
    let before = 0
    for (const { file_id: fileId, page_count: count } of await printedFiles(home, place)) {
      if (page <= before + count) {
        return { own: page - before, document: await readDocument(deps, home, homeTenantId, contractId, fileId) }
      }
      before += count
    }
    throw new Refusal('file/not-found')
  })
  const { sha256, bytes: whole } = found.document
  const bytes = await deps.workshop.renderPage(sha256, async () => whole, found.own, pageWidth)
  return { bytes, type: 'image/png', etag: `${sha256}-${found.own}-${pageWidth}` }
}

function isSame(made: string, given: string): boolean {
  const [one, other] = [Buffer.from(made), Buffer.from(given.toUpperCase())]
  return one.length === other.length && timingSafeEqual(one, other)
}
