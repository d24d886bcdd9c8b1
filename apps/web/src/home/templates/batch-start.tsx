import { batchLimits } from '@moqi/domain/templates/batch-sheet'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { call, callBlob } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { safeFileName, saveBlob } from '../../client/download.ts'
import { randomKey } from '../../client/request.ts'
import { upload } from '../../client/upload.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { SpreadsheetChoice } from '../../kit/spreadsheet/spreadsheet-choice.tsx'
import { type Choosing, useSpreadsheetCheck } from '../../kit/spreadsheet/use-spreadsheet-check.ts'
import { refreshTemplates, templateKeys } from '../../kit/templates/template-keys.ts'
import { backToTemplates, batchPath, batchSteps } from './batch-steps.ts'

/** Downloads the sheet and takes it back filled in; it becomes a list of its own. */
export function BatchStart({ templateId }: { templateId: string }) {
  const navigate = useNavigate()
  const { state, choose } = useSpreadsheetCheck<Choosing>({
    maxBytes: batchLimits.bytes,
    form: '表格',
    async check(file, sending) {
      const { batchId } = await upload('checkBatch', file, { templateId }, { ...sending, key: randomKey() })
      void refreshTemplates()
      await navigate(batchPath(batchId))
      return { is: 'choosing', fault: null }
    },
  })
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: templateKeys.one(templateId),
    queryFn: ({ signal }) => call('getTemplate', { templateId }, { signal, quiet: true }),
  })
  const name = data?.templateName ?? ''
  return (
    <WizardFrame steps={batchSteps} current={1} back={backToTemplates} name="批量发起" status={name} actions={null}>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data && <Importing state={state} onFile={choose} onDownload={() => void download(templateId, name)} />}
    </WizardFrame>
  )
}

/** A template or batch that cannot be read, and the way on. */
export function Failed({ error, onRetry, busy }: { error: Error; onRetry: () => void; busy: boolean }) {
  if (!(error instanceof CallRefusal)) return <LoadingFailed onRetry={onRetry} busy={busy} />
  return (
    <EmptyState title={error.message}>
      <ButtonLink to="/space/templates">查看模板</ButtonLink>
    </EmptyState>
  )
}

type ImportingProps = { state: Choosing; onFile: (file: File) => Promise<void>; onDownload: () => void }

function Importing({ state, onFile, onDownload }: ImportingProps) {
  return (
    <div className="batch-import">
      <h1 className="h1">导入名单</h1>
      <p className="muted">先下载模板，每行填写一份合同，再上传。</p>
      <Button onClick={onDownload}>
        <Download size={18} />
        下载模板
      </Button>
      <SpreadsheetChoice state={state} limits={batchLimits} onFile={onFile} />
    </div>
  )
}

async function download(templateId: string, name: string) {
  try {
    saveBlob(await callBlob('batchTemplate', { templateId }), `${safeFileName(name)}-批量发起.xlsx`)
  } catch (fault) {
    showRefusal(fault)
  }
}
