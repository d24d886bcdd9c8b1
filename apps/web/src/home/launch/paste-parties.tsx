import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { ClipboardPaste } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { success } from '../../ui/toast-store.ts'
import { withParty, type DraftParty, type LaunchDraft } from '../../kit/draft/draft.ts'
import { editDraft } from '../../kit/draft/launch-store.ts'
import { pastedParties, type PastedFault, type PastedParty } from './pasted-parties.ts'
import './paste-parties.css'

const isEmpty = ({ own, signerName, phone, companyName }: DraftParty) =>
  !own && signerName.trim() === '' && phone.trim() === '' && companyName.trim() === ''

/** Appends them; cards that were added and never filled in make room. */
function append(parties: readonly DraftParty[], pasted: readonly PastedParty[]): DraftParty[] {
  let all = parties.filter((party) => !isEmpty(party))
  for (const party of pasted) {
    const added = withParty(all, party.companyName === '' ? 'person' : 'company')
    all = added.map((one, index) => (index === added.length - 1 ? { ...one, ...party } : one))
  }
  return all
}

/** Several parties at once, pasted from a table. */
export function PasteParties({ draft }: { draft: LaunchDraft }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <ClipboardPaste size={18} />
        批量粘贴
      </Button>
      {open && <PasteSheet draft={draft} onClose={() => setOpen(false)} />}
    </>
  )
}

function PasteSheet({ draft, onClose }: { draft: LaunchDraft; onClose: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const kept = draft.parties.filter((party) => !isEmpty(party))
  const { parties, faults } = pastedParties(text, kept)
  const tooMany = kept.length + parties.length > draftLimits.parties
  const add = () => {
    editDraft((now) => ({ parties: append(now.parties, parties) }))
    success(`已添加${parties.length}个签署方`)
    if (faults.length === 0) return onClose()
    // What was not taken stays, to be put right.
    const lines = text.split(/\r\n|\r|\n/)
    setText(faults.map(({ line }) => lines[line - 1] ?? '').join('\n'))
  }
  return (
    <Sheet
      title="批量粘贴签署方"
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text === '' ? '取消' : '关闭'}</Button>
          <Button variant="primary" disabled={parties.length === 0 || tooMany} onClick={add}>
            {parties.length === 0 ? '添加' : `添加${parties.length}个签署方`}
          </Button>
        </>
      }
    >
      <TextArea
        label="从Excel复制三列后粘贴：姓名、手机号、企业名称。每行一个签署方，个人不填企业名称。"
        data-first
        rows={8}
        value={text}
        spellCheck={false}
        placeholder={'王小明\t13800000001\n陈晨\t13800000004\t上海嘉禾物业管理有限公司'}
        aria-describedby={`${id}-said`}
        onChange={(event) => setText(event.target.value)}
      />
      <div id={`${id}-said`} role="status" className="paste-said">
        {tooMany && <p className="fault">签署方不能超过{draftLimits.parties}个</p>}
        {parties.length > 0 && <p className="muted">可添加{parties.length}个签署方</p>}
        {faults.length > 0 && <Faults faults={faults} />}
      </div>
    </Sheet>
  )
}

function Faults({ faults }: { faults: readonly PastedFault[] }) {
  return (
    <>
      <p className="fault">{faults.length}行有误，不会被添加：</p>
      <ul className="paste-faults">
        {faults.map(({ line, text, message }) => (
          <li key={line}>
            <b>第{line}行</b>
            <span className="clip">{text}</span>
            <span className="fault">{message}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
