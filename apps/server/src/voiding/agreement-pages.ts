import type { voiding } from '@moqi/api/voiding'
import { shownFiles } from '#src/cores/contract/contract-files.ts'
import { requireReadableEntry } from '#src/cores/contract/entry.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { readPair } from './agreement-pair.ts'

const imageWidth = 1200

/**
 * The pages of the contract to be voided and of the agreement (checklist C23): who signs for a colleague has no handle
 * of the original, but reads it by the agreement's.
 */
export const getSignFileImgArrayRelieve: Handler<typeof voiding.getSignFileImgArrayRelieve> = async (
  deps,
  member,
  { signId },
) => {
  const entry = await requireReadableEntry(deps, member, signId)
  const files = await deps.db.read(entry.homeTenantId, async (home) => {
    const { origin } = await readPair(home, entry)
    const place = { homeTenantId: entry.homeTenantId, contractId: origin.contract_id }
    return [...(await shownFiles(home, place, { signId })), ...(await shownFiles(home, entry, { signId }))]
  })
  const fileImgArray = files.map(({ fileId, fileName, pageArray }) => ({
    fileId,
    fileName,
    imgArray: pageArray.map(({ width, height }, index) => {
      const asked = { fileId, signId, page: String(index + 1), width: String(imageWidth) }
      return { page: index + 1, imgUrl: `/api/common/v1/file/pageImage?${new URLSearchParams(asked)}`, width, height }
    }),
  }))
  return { fileImgArray }
}
