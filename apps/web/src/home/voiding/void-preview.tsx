import type { RelieveInfo } from '@moqi/api/voiding'
import { formatDate } from '@moqi/domain/time/format-date'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { readFrom } from '../../client/own-path.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { inFours } from '../../ui/in-fours.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { refreshContracts } from '../../kit/contract/contract-keys.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { useSignDetail } from '../../kit/contract/use-sign-detail.ts'
import { DocumentView } from '../../kit/document/document-view.tsx'
import { PartyChip, partyColour } from '../../kit/party/party-chip.tsx'
import { voidSteps } from './void-steps.ts'
import './void-preview.css'

/** The typeset agreement, what to look at once more, and its sending. */
export function VoidPreview({ info }: { info: RelieveInfo }) {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const { data: detail } = useSignDetail(info.signId)
  const back = () => {
    query.delete('step')
    setQuery(query)
  }
  const send = async () => {
    const others = info.signerArray.filter(({ phone }) => phone.includes('*'))
    const told = others.map(({ companyName, signerName }) => companyName ?? signerName).join('、')
    const detailText = `发送后原合同显示“作废中”，在作废协议签署完成前仍然有效。${told ? `将通知${told}。` : ''}作废协议不扣减份数。`
    const question = { title: '发送作废协议', text: '确定要作废该合同吗？', detail: detailText }
    if (!(await ask({ ...question, confirm: '发送', cancel: '取消' }))) return
    setBusy(true)
    try {
      await call('sendTask', { signId: info.signId })
      success('作废协议已发送')
      await navigate(viewPath({ signId: info.originSignId ?? info.signId, taskType: 'normal' }), { replace: true })
      void refreshContracts()
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <WizardFrame
      steps={voidSteps}
      current={1}
      back={{ to: readFrom(query.get('from')), label: '返回' }}
      name="作废合同"
      status={`《${info.originTaskName}》`}
      flush
      actions={
        <>
          <Button onClick={back}>返回修改</Button>
          <Button variant="primary" busy={busy} onClick={() => void send()}>
            发送作废协议
          </Button>
        </>
      }
    >
      <h1 className="sr">预览作废协议</h1>
      <div className="void-preview">
        <section className="void-preview-desk">
          {detail ? (
            <DocumentView key={detail.fileArray[0]?.sha256 ?? ''} files={detail.fileArray} label="合同作废协议" />
          ) : (
            <Skeleton rows={1} height={520} />
          )}
        </section>
        <aside className="void-preview-side" aria-label="发送前核对">
          <section>
            <h2 className="h2">签署方</h2>
            <ul className="void-preview-parties">
              {info.signerArray.map(({ signerNo, signerName, companyName }) => (
                <li key={signerNo}>
                  <PartyChip party={partyColour(signerNo)} name={signerName} company={companyName ?? undefined} />
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h2 className="h2">核对</h2>
            <Facts
              className="void-preview-facts"
              facts={[
                ['合同编号', info.taskNo],
                ['签署截止时间', formatDate(info.signExpireTime, '{y}-{m}-{d} {h}:{i}')],
                ['使用份数', '不占用'],
              ]}
            />
          </section>
          <section className="void-preview-hash">
            <Fingerprint size={18} />
            <div>
              <p className="small muted">协议中写明原合同文件指纹</p>
              {info.fileArray.map(({ fileId, sha256 }) => (
                <code key={fileId}>{inFours(sha256)}</code>
              ))}
            </div>
          </section>
        </aside>
      </div>
    </WizardFrame>
  )
}
