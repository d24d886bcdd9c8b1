import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Beside the pages, as large as what comes there to sign with. */
export function SideWaiting() {
  return (
    <aside className="sign-side" aria-label="签署" aria-busy="true">
      <section className="only-desktop">
        <h2 className="h2">签署位置</h2>
        <Skeleton rows={2} height={32} />
      </section>
      <section className="sign-submit" aria-label="提交签署">
        <Skeleton height={42} />
        <Button size="xl" block busy>
          正在准备签署…
        </Button>
        <p className="small">
          <span className="only-desktop">&nbsp;</span>
        </p>
      </section>
    </aside>
  )
}
