import type { RelieveInfo } from '@moqi/api/voiding'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { readFrom } from '../../client/own-path.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { contractKeys } from '../../kit/contract/contract-keys.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { UnknownPage } from '../../kit/refusals/unknown-page.tsx'
import { VoidForm } from './void-form.tsx'
import { VoidPreview } from './void-preview.tsx'
import { voidSteps } from './void-steps.ts'

/**
 * /launchtask?signId: the agreement that voids a contract is written, looked at and sent. A draft that voids nothing,
 * which 重新发起 has made, goes on in the launching wizard (checklist R27).
 */
export function VoidPage() {
  const [query] = useSearchParams()
  const signId = query.get('signId') ?? ''
  return signId === '' ? <UnknownPage /> : <Agreement signId={signId} query={query} />
}

function Agreement({ signId, query }: { signId: string; query: URLSearchParams }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...contractKeys.all, 'agreement', signId],
    queryFn: ({ signal }) => call('getRelieveInfo', { signId }, { signal, quiet: true }),
    // What is being written must not change under the writer.
    refetchOnWindowFocus: false,
  })
  if (data && isWritten(data)) return <Draft info={data} step={query.get('step')} />
  const refusal = error instanceof CallRefusal ? error : null
  if (refusal?.code === 404) return <Navigate to={`/temp-create?${query}`} replace />
  return (
    <WizardFrame
      steps={voidSteps}
      current={0}
      back={{ to: readFrom(query.get('from')), label: '返回' }}
      name="作废合同"
      status=""
      actions={null}
    >
      <h1 className="sr">作废合同</h1>
      {data && <AlreadySent signId={signId} />}
      {refusal && <EmptyState title={refusal.message} />}
      {error && !refusal && <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <Reading />}
    </WizardFrame>
  )
}

const Reading = () => (
  <div aria-busy="true" aria-label="正在读取作废协议">
    <Skeleton rows={6} height={44} />
  </div>
)

const Draft = ({ info, step }: { info: RelieveInfo; step: string | null }) =>
  step === 'preview' && info.status === 'waitSend' ? (
    <VoidPreview info={info} />
  ) : (
    // Saved in another page meanwhile, it is written on from there.
    <VoidForm key={info.version} info={info} />
  )

const isWritten = ({ status }: RelieveInfo) => status === 'draft' || status === 'waitSend'

const AlreadySent = ({ signId }: { signId: string }) => (
  <EmptyState title="该作废协议已不是草稿" hint="协议发送后内容不可再改，可在合同详情中查看进度。">
    <ButtonLink to={viewPath({ signId, taskType: 'relieve' })} variant="primary">
      查看作废协议
    </ButtonLink>
  </EmptyState>
)
