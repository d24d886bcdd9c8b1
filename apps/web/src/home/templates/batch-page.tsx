import { useSearchParams } from '../../router/hooks.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { BatchStart } from './batch-start.tsx'
import { backToTemplates, batchSteps } from './batch-steps.ts'
import './batch-page.css'

/** /space/template-batch: contracts from a template and a spreadsheet, and with `?batchId` how far they have come. */
export function BatchPage() {
  const [query] = useSearchParams()
  const [templateId, batchId] = [query.get('templateId'), query.get('batchId')]
  if (batchId !== null) return <BatchProgress key={batchId} batchId={batchId} />
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
