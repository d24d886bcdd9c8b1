import { Copy, Download, MoreHorizontal, Plus, Upload } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { MeActs } from '../../kit/frame/me-acts.tsx'
import type { ContactSheet } from './contact-sheet.ts'
import { downloadTemplate } from './download-template.ts'

/** What may be done with the whole address book; on a phone all but the first in a menu. */
export function ContactActs({ onOpen }: { onOpen: (sheet: ContactSheet) => void }) {
  const phone = usePhone()
  const add = () => onOpen({ is: 'form', contact: null })
  const merge = () => onOpen({ is: 'merge', contacts: null })
  const bring = () => onOpen({ is: 'import' })
  if (phone)
    return (
      <MeActs>
        <MenuButton
          label="更多操作"
          className="icon-btn"
          items={[
            { key: 'import', label: '批量导入', onPress: bring },
            { key: 'merge', label: '合并重复', onPress: merge },
            { key: 'template', label: '下载模板', onPress: () => void downloadTemplate() },
          ]}
        >
          <MoreHorizontal size={20} />
        </MenuButton>
        <Button variant="primary" onClick={add}>
          <Plus size={18} />
          新增联系人
        </Button>
      </MeActs>
    )
  return (
    <MeActs>
      <Button variant="quiet" onClick={merge}>
        <Copy size={18} />
        合并重复
      </Button>
      <Button variant="quiet" onClick={() => void downloadTemplate()}>
        <Download size={18} />
        下载模板
      </Button>
      <Button onClick={bring}>
        <Upload size={18} />
        批量导入
      </Button>
      <Button variant="primary" onClick={add}>
        <Plus size={18} />
        新增联系人
      </Button>
    </MeActs>
  )
}
