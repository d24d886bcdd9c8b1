import type { SignDetail } from '@moqi/api/task'
import { legalSealText } from '@moqi/domain/contract/batch-sign'
import { noSealRightText } from '@moqi/domain/contract/lacking-seal'
import type { Space } from '../../client/space-store.ts'
import { isVisit } from '../../client/visit.ts'
import { later } from '../../ui/later.tsx'
import { CannotSign } from './cannot-sign.tsx'
import type { SigningHeadMore } from './signing-head.tsx'
import type { LargeText } from './use-large-text.ts'

const ApprovalWaiting = later(async () => (await import('./approval-waiting.tsx')).ApprovalWaiting)
const NoLegalSeal = later(async () => (await import('./no-legal-seal.tsx')).NoLegalSeal)
const NoSealRight = later(async () => (await import('./no-seal-right.tsx')).NoSealRight)

const isApproving = ({ signerArray, ownSignerNo }: SignDetail) =>
  signerArray.some(({ signerNo, signerStatus }) => signerNo === ownSignerNo && signerStatus === 'approving')

/** Whether the operator of a company has no seal to use: who administers it can make one. */
const lacksSeal = (info: string, space: Space) =>
  space.spaceType === 'company' && space.isSpaceOwner !== 'yes' && noSealTexts.has(info)

// domain.md 7.5
const noSealTexts: ReadonlySet<string> = new Set(['您没有可用的印章，请先制作', noSealRightText])

type HaltedProps = {
  detail: SignDetail
  text: LargeText
  head: SigningHeadMore | undefined
  space: Space
  info: string
  here: string
}

/** Why it cannot be signed: beside the contract where there is something to do here, else alone. */
export function Halted({ here, ...halted }: HaltedProps) {
  const { detail, space, info } = halted
  // Other ways on lead to pages that a visit has not.
  if (isVisit()) return <CannotSign contract={detail} info={info} space={space} here={here} />
  if (isApproving(detail)) return <ApprovalWaiting {...halted} />
  if (info === legalSealText) return <NoLegalSeal {...halted} />
  if (lacksSeal(info, space)) return <NoSealRight {...halted} />
  return <CannotSign contract={detail} info={info} space={space} here={here} />
}
