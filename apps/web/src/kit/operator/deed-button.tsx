import { FileText } from 'lucide-react'
import { useState } from 'react'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { Button } from '../../ui/button.tsx'

const endings: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' }

/** Saves the deed that an ending of an authentication rests on; the space reads that it was opened. */
export function DeedButton({ tenantId, endingId }: { tenantId: string; endingId: string }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const blob = await callBlob('endDeed', { tenantId, endingId })
      saveBlob(blob, `终止认证文书.${endings[blob.type] ?? 'pdf'}`)
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void save()}>
      <FileText size={16} />
      下载文书
    </Button>
  )
}
