import type { SignDetail } from '@moqi/api/task'
import { legalSealText } from '@moqi/domain/contract/batch-sign'
import { noSealRightText } from '@moqi/domain/contract/lacking-seal'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { type Space, useSpace } from '../../client/space-store.ts'
import { isVisit } from '../../client/visit.ts'
import { useLocation } from '../../router/hooks.ts'
import { later } from '../../ui/later.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { contractKeys, refreshContracts } from '../contract/contract-keys.ts'
import { SignSuccess } from './signed-part.tsx'
import { dropDraft } from './signing-draft.ts'
import { SigningView } from './signing-view.tsx'
import type { SigningHeadMore } from './signing-head.tsx'
import type { Fill } from './signing-state.ts'
import type { LargeText } from './use-large-text.ts'

const CannotSign = later(async () => (await import('./cannot-sign.tsx')).CannotSign)
const ApprovalWaiting = later(async () => (await import('./approval-waiting.tsx')).ApprovalWaiting)
const NoLegalSeal = later(async () => (await import('./no-legal-seal.tsx')).NoLegalSeal)
const NoSealRight = later(async () => (await import('./no-seal-right.tsx')).NoSealRight)

/** What was signed here: when (ms), and the seal to lay on the deed. */
type Signed = { at: number; fill: Fill | undefined }

type SigningProps = {
  detail: SignDetail
  head?: SigningHeadMore
  text: LargeText
  /** Stands under the deed once it is signed, and among the ways on from there. */
  after?: ReactNode
  links?: ReactNode
}

const isApproving = ({ signerArray, ownSignerNo }: SignDetail) =>
  signerArray.some(({ signerNo, signerStatus }) => signerNo === ownSignerNo && signerStatus === 'approving')

/** Whether the operator of a company has no seal to use: who administers it can make one. */
const lacksSeal = (info: string, space: Space) =>
  space.spaceType === 'company' && space.isSpaceOwner !== 'yes' && noSealTexts.has(info)

// domain.md 7.5
const noSealTexts: ReadonlySet<string> = new Set(['您没有可用的印章，请先制作', noSealRightText])

type HaltedProps = Pick<SigningProps, 'detail' | 'text'> & {
  head: SigningHeadMore | undefined
  space: Space
  info: string
  here: string
}

/** Why it cannot be signed: beside the contract where there is something to do here, else alone. */
function Halted({ here, ...halted }: HaltedProps) {
  const { detail, space, info } = halted
  // Other ways on lead to pages that a visit has not.
  if (isVisit()) return <CannotSign contract={detail} info={info} space={space} here={here} />
  if (isApproving(detail)) return <ApprovalWaiting {...halted} />
  if (info === legalSealText) return <NoLegalSeal {...halted} />
  if (lacksSeal(info, space)) return <NoSealRight {...halted} />
  return <CannotSign contract={detail} info={info} space={space} here={here} />
}

/** Signing begins only after a positive pre-sign check (checklist V4). */
export function Signing({ detail, head, text, after, links }: SigningProps) {
  const { signId } = detail
  const [signed, setSigned] = useState<Signed | null>(null)
  const space = useSpace((state) => state.current)
  const { pathname, search } = useLocation()
  const check = useQuery({
    queryKey: [...contractKeys.all, 'check', signId],
    queryFn: ({ signal }) => call('signBeforeCheck', { signId }, { signal }),
  })
  const seals = useQuery({
    queryKey: ['seals', 'usable', space?.tenantId, signId],
    queryFn: ({ signal }) =>
      call('userSeals', { companyId: space?.companyId ?? '', signId }, { signal }).then(
        ({ sealInfoArray }) => sealInfoArray,
      ),
  })
  const before = useQuery({
    queryKey: ['signing-draft', signId],
    // What cannot be had is chosen again: it must not keep anybody from signing.
    queryFn: ({ signal }) =>
      call('signProcessPosition', { signId }, { signal, quiet: true }).then(
        ({ positionArray }) => positionArray,
        () => [],
      ),
    staleTime: Infinity,
    gcTime: 0,
  })
  if (!space) return null
  if (signed)
    return (
      <SignSuccess
        detail={detail}
        spaceName={space.spaceName}
        seals={seals.data ?? []}
        after={after}
        links={links}
        {...signed}
      />
    )
  const failed = [check, seals].find(({ error, data }) => error && !data)
  if (failed) return <LoadingFailed onRetry={() => void failed.refetch()} busy={failed.isFetching} />
  if (!check.data || !seals.data || !before.data) return <Waiting title="正在打开合同" />
  const { signBeforeCheckInfo: info, willDemand } = check.data
  if (!willDemand)
    return <Halted detail={detail} head={head} text={text} space={space} info={info} here={pathname + search} />
  return (
    <SigningView
      detail={detail}
      {...(head && { head })}
      text={text}
      space={space}
      demand={willDemand}
      // Who is asked for a seal is offered no signature.
      seals={detail.signKind === 'seal' ? seals.data.filter(({ sealType }) => sealType !== 'handwrite') : seals.data}
      before={before.data}
      fetchSuccess={SignSuccess.fetch}
      onSealMade={async () => void (await seals.refetch())}
      onSigned={(fill) => {
        setSigned({ at: Date.now(), fill })
        dropDraft(signId)
        void refreshContracts()
      }}
    />
  )
}
