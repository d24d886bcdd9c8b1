import { batchLimits } from '@moqi/domain/templates/batch-sheet'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { call, callBlob } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { safeFileName, saveBlob } from '../../client/download.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { SpreadsheetChoice } from '../../kit/spreadsheet/spreadsheet-choice.tsx'
import { refreshTemplates, templateKeys } from '../../kit/templates/template-keys.ts'
import { backToTemplates, batchSteps } from './batch-steps.ts'
import { CheckedRows } from './checked-rows.tsx'
import { type CheckState, useBatchCheck } from './use-batch-check.ts'

/** Downloads the sheet, takes it back filled in, shows each row's faults and starts the sending. */
export function BatchStart({ templateId }: { templateId: string }) {
  const navigate = useNavigate()
  const { state, choose, start, restart } = useBatchCheck(templateId)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: templateKeys.one(templateId),
    queryFn: ({ signal }) => call('getTemplate', { templateId }, { signal, quiet: true }),
  })
  const name = data?.templateName ?? ''
  const send = async () => {
    const batchId = await start()
    if (batchId === null) return
    void refreshTemplates()
    await navigate(`/space/template-batch?batchId=${batchId}`, { replace: true })
  }
  return (
    <WizardFrame
      steps={batchSteps}
      current={state.is === 'checked' ? 2 : 1}
      back={backToTemplates}
      name="批量发起"
      status={name}
      actions={state.is === 'checked' && <Acts state={state} onBack={restart} onSend={() => void send()} />}
    >
      {error && !data && <Failed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {data && state.is === 'checked' && <CheckedRows state={state} days={data.deadlineDays} onAgain={restart} />}
      {data && state.is !== 'checked' && (
        <Importing state={state} onFile={choose} onDownload={() => void download(templateId, name)} />
      )}
    </WizardFrame>
  )
}

type Checked = Extract<CheckState, { is: 'checked' }>

function Acts({ state: { check, busy }, onBack, onSend }: { state: Checked; onBack: () => void; onSend: () => void }) {
  const { goodNumber, surplus } = check
  return (
    <>
      <Button disabled={busy} onClick={onBack}>
        上一步
      </Button>
      <Button variant="primary" busy={busy} disabled={goodNumber === 0 || surplus < goodNumber} onClick={onSend}>
        发送{goodNumber}份
      </Button>
    </>
  )
}

/** A template that cannot be read, and the way on. */
export function Failed({ error, onRetry, busy }: { error: Error; onRetry: () => void; busy: boolean }) {
  if (!(error instanceof CallRefusal)) return <LoadingFailed onRetry={onRetry} busy={busy} />
  return (
    <EmptyState title={error.message}>
      <ButtonLink to="/space/templates">查看模板</ButtonLink>
    </EmptyState>
  )
}

type ImportingProps = {
  state: Exclude<CheckState, Checked>
  onFile: (file: File) => Promise<void>
  onDownload: () => void
}

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
