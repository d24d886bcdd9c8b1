import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import './print-report.css'

/** Prints the page as a report: every signature with its certificate, without what only a screen needs. */
export function ReportAct() {
  useEffect(unfoldWhilePrinting, [])
  return (
    <Button size="l" className="report-act" onClick={() => window.print()}>
      <Printer size={18} />
      打印报告
    </Button>
  )
}

/** Paper cannot be unfolded: whichever way printing begins, every part is open until it ends. */
function unfoldWhilePrinting(): () => void {
  let folded: HTMLDetailsElement[] = []
  const open = () => {
    folded = [...document.querySelectorAll('details')].filter((details) => !details.open)
    for (const details of folded) details.open = true
  }
  const close = () => {
    for (const details of folded) details.open = false
    folded = []
  }
  addEventListener('beforeprint', open)
  addEventListener('afterprint', close)
  return () => {
    removeEventListener('beforeprint', open)
    removeEventListener('afterprint', close)
  }
}
