import type { SignDetail } from '@moqi/api/task'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { useSpace } from '../../client/space-store.ts'
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
  if (check.data.signBeforeCheck !== 1)
    return <CannotSign contract={detail} info={check.data.signBeforeCheckInfo} space={space} here={pathname + search} />
  return (
    <SigningView
      detail={detail}
      {...(head && { head })}
      text={text}
      space={space}
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
