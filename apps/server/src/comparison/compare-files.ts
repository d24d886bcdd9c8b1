import type { comparison } from '@moqi/api/comparison'
import { flagOf } from '@moqi/api/wire/flag'
import { Refusal } from '@moqi/domain/refusal'
import type { Place } from '@moqi/pdf/compare/comparison'
import { CompareRefusal } from '@moqi/pdf/compare/comparison'
import type { Handler, Upload } from '#src/platform/handlers.ts'

const megabytes = 50
/** Pages shown; more weigh megabytes, and the list has their differences too. */
const pictures = 24

/** Tells whoever asks what differs between two PDFs; the files are kept nowhere. */
export const compareFiles: Handler<typeof comparison.compareFiles> = async (
  { workshop },
  _caller,
  { before, after },
) => {
  for (const file of [before, after]) if (!isPdf(file)) throw notPdf(file === before)
  for (const { size } of [before, after])
    if (size > megabytes * 1024 * 1024) throw new Refusal('file/too-large', { megabytes })
  const found = await workshop.compare(before, after, pictures).catch(asRefusal)
  return {
    same: flagOf(found.differences.length === 0),
    beforePageArray: found.before.pages,
    afterPageArray: found.after.pages,
    pairArray: found.pairs,
    differenceArray: found.differences.map((difference) => ({
      kind: difference.kind,
      before: onWire(difference.before),
      after: onWire(difference.after),
    })),
    noteArray: found.notes.map(({ kind, pages }) => ({ kind, pageArray: pages })),
    pictureArray: found.pictures.map(({ side, page, png }) => ({
      side,
      page,
      image: png && `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
    })),
  }
}

const isPdf = ({ head }: Upload) => head.includes('%PDF-')
const nameOf = (isBefore: boolean) => (isBefore ? '原文件' : '新文件')
const notPdf = (isBefore: boolean) => new Refusal('file/type', { message: `${nameOf(isBefore)}不是PDF，请选择PDF文件` })

function onWire(place: Place | null) {
  if (!place) return null
  const { page, areas, text, lead, trail } = place
  return { page, areaArray: areas, text, lead, trail }
}

/** What is said names the file whose fault it is. */
function asRefusal(error: unknown): never {
  if (!(error instanceof CompareRefusal)) throw error
  const message = `${nameOf(error.side === 'before')}：${error.message}`
  switch (error.reason) {
    case 'too-large':
      throw new Refusal('file/too-large', { megabytes }, { cause: error })
    case 'too-complex':
      throw new Refusal('file/too-complex', { message }, { cause: error })
    case 'password':
    case 'unreadable':
      throw new Refusal('file/damaged', { message }, { cause: error })
  }
}
