import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { templateKeys } from '../../kit/templates/template-keys.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { BatchList } from './batch-list.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { BatchStart, Failed } from './batch-start.tsx'
import { backToTemplates, batchSteps } from './batch-steps.ts'
import './batch-page.css'

/**
 * /space/template-batch: a spreadsheet for a template becomes a list, `?batchId`, which is checked, corrected and sent;
 * `&rows=unsent` shows what is left of one that has been sent.
 */
export function BatchPage() {
  const [query] = useSearchParams()
  const [templateId, batchId] = [query.get('templateId'), query.get('batchId')]
  if (batchId !== null) return <OneBatch key={batchId} batchId={batchId} isUnsent={query.get('rows') === 'unsent'} />
  if (templateId !== null) return <BatchStart key={templateId} templateId={templateId} />
  return (
    <WizardFrame steps={batchSteps} current={0} back={backToTemplates} name="批量发起" status="" actions={null}>
      <h1 className="sr">批量发起</h1>
      <EmptyState title="请先选择模板" hint="在模板上点击批量发起。">
        <ButtonLink to="/space/templates" variant="primary">
          选择模板
        </ButtonLink>
      </EmptyState>
    </WizardFrame>
  )
}

function OneBatch({ batchId, isUnsent }: { batchId: string; isUnsent: boolean }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: templateKeys.batch(batchId),
    queryFn: ({ signal }) => call('getBatch', { batchId, pageSize: 10 }, { signal, quiet: true }),
  })
  if (data && (isUnsent || data.batchState === 'listed')) {
    return <BatchList head={data} onStarted={() => void refetch()} />
  }
  if (data) return <BatchProgress batchId={batchId} />
  return (
    <WizardFrame steps={batchSteps} current={2} back={backToTemplates} name="批量发起" status="" actions={null}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <Skeleton rows={6} height={44} />
      )}
    </WizardFrame>
  )
}
