import type { SealInfo } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { useSpace } from '../../client/space-store.ts'
import { useLocation } from '../../router/hooks.ts'
import { later } from '../../ui/later.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { contractKeys } from '../contract/contract-keys.ts'
import { SignSuccess } from './signed-part.tsx'
import { SigningView } from './signing-view.tsx'
import type { SigningHeadMore } from './signing-head.tsx'
import type { Fill } from './signing-state.ts'
import type { LargeText } from './use-large-text.ts'

/** Why it cannot be signed, in whichever way. */
const Halted = later(async () => (await import('./halted.tsx')).Halted, <Waiting title="正在打开合同" />)

/** What was signed here: when (ms), and the seal to lay on the deed. */
type Signed = { at: number; fill: Fill | undefined; seals: readonly SealInfo[] }

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
  if (!space) return null
  if (signed) return <SignSuccess detail={detail} spaceName={space.spaceName} after={after} links={links} {...signed} />
  if (check.error && !check.data) return <LoadingFailed onRetry={() => void check.refetch()} busy={check.isFetching} />
  if (!check.data) return <Waiting title="正在打开合同" />
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
      fetchSuccess={SignSuccess.fetch}
      onSigned={(fill, seals) => setSigned({ at: Date.now(), fill, seals })}
    />
  )
}
