import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { WatchSheet } from './watch-sheet.tsx'

/** Opens what is usual of the use of the company's seals. */
export function WatchButton({ tenantId }: { tenantId: string }) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button onClick={() => open(true)}>
        <Bell size={16} />
        用印提醒
      </Button>
      {isOpen && <WatchSheet tenantId={tenantId} onClose={() => open(false)} />}
    </>
  )
}
