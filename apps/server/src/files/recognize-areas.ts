import type { Input, Output } from '@moqi/api/call'
import type { file } from '@moqi/api/file'
import { signKindOf } from '@moqi/domain/contract/sign-kind'
import { recognizeAreas as recognize } from '@moqi/domain/sign-block/recognize-areas'
import { signatureWords } from '@moqi/domain/sign-block/sign-words'
import type { SeekingParty } from '@moqi/domain/sign-block/whose-label'
import { comparableText } from '@moqi/pdf/text-search/find-text'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readableFile } from './readable-file.ts'

type RecognizeAreas = typeof file.recognizeAreas

/**
 * Where a file's own words ask the parties to sign. On the server, which has all the text at once: a page in the
 * browser reads its pages one by one as they are looked at.
 */
export async function recognizeAreas(
  deps: Pick<Deps, 'db' | 'blobs' | 'workshop'>,
  member: Member,
  { signerArray, ...question }: Input<RecognizeAreas>,
): Promise<Output<RecognizeAreas>> {
  const { document } = await readableFile(deps, member, question)
  const { hasText, pages, lines } = await deps.workshop.readLines(document.bytes, signatureWords)
  const { areas, signPage } = recognize(lines, pages, signerArray.map(partyOf))
  return {
    hasText: hasText ? 1 : 0,
    signPage,
    areaArray: areas.map(({ page, x, y, width, height, control, partyNo, label }) => ({
      page,
      x,
      y,
      width,
      height,
      positionType: control,
      signerNo: partyNo,
      label,
    })),
  }
}

function partyOf(signer: Input<RecognizeAreas>['signerArray'][number]): SeekingParty {
  const kind = signer.signType === 1 ? 'company' : 'person'
  const names = [kind === 'company' ? (signer.companyName ?? '') : '', signer.signerName].map(comparableText)
  return {
    partyNo: signer.signerNo,
    kind,
    signKind: signKindOf(kind, signer.signKind),
    names: names.filter((name) => name.length > 1),
  }
}
