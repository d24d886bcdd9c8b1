import { isFillIn } from '@moqi/domain/contract/fill-in'
import type { Finding } from '@moqi/domain/lending/find-lending'
import { type AreaRow, areasOf, filesInOrder } from '#src/cores/contract/contract-files.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readKeptBlob } from '#src/platform/documents/read-document.ts'

type Place = Pick<Entry, 'homeTenantId' | 'contractId'>
type Box = { x: number; y: number; width: number; height: number }

/**
 * The blanks on which nothing was filled in before the contract was sent. A file's own text has a blank still where a
 * template's field has written over it: such a one is looked for on the page, and left out if all it is found at is
 * covered. One that is not found stays.
 */
export async function stillBlank(
  deps: Pick<Deps, 'db' | 'blobs' | 'workshop'>,
  place: Place,
  findings: readonly Finding[],
): Promise<Finding[]> {
  const { areas, files } = await deps.db.read(place.homeTenantId, async (home) => ({
    areas: (await areasOf(home, place)).filter((area) => isFillIn(area) && (area.value ?? '') !== ''),
    files: await filesInOrder(home, place).select(['f.kept_sha256', 'f.kept_size']).execute(),
  }))
  if (areas.length === 0) return [...findings]
  const open: Finding[] = []
  for (const finding of findings) {
    const covered: boolean[] = []
    for (const { file_id, kept_sha256, kept_size } of files) {
      const bytes = await readKeptBlob(deps, kept_sha256, kept_size)
      const own = areas.filter((area) => area.file_id === file_id)
      for (const { page, boxes } of await deps.workshop.findText(bytes, finding.match, {}))
        covered.push(own.some((area) => area.page === page && boxes.some((box) => overlap(box, area))))
    }
    if (covered.length === 0 || covered.includes(false)) open.push(finding)
  }
  return open
}

const overlap = (box: Box, area: Pick<AreaRow, keyof Box>): boolean =>
  box.x < area.x + area.width &&
  area.x < box.x + box.width &&
  box.y < area.y + area.height &&
  area.y < box.y + box.height
