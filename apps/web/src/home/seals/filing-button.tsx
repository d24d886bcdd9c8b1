import { Download } from 'lucide-react'
import { useState } from 'react'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { Button } from '../../ui/button.tsx'

/** 导出备案材料: what the filing of the company’s electronic seals asks for, as a zip; for a desk, not for a phone. */
export function FilingButton() {
  const [busy, setBusy] = useState(false)
  const exportAll = () => {
    setBusy(true)
    void callBlob('exportSealFiling', {})
      .then((blob) => saveBlob(blob, '印章备案材料.zip'), showRefusal)
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="quiet" className="only-desktop" busy={busy} onClick={exportAll}>
      <Download size={16} />
      导出备案材料
    </Button>
  )
}
