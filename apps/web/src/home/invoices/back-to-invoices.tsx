import { ArrowLeft } from 'lucide-react'
import { MeActs } from '../../kit/frame/me-acts.tsx'
import { invoicesPath } from '../../kit/orders/invoice-paths.ts'
import { Link } from '../../router/link.tsx'

/** The way back, beside the page's title. */
export const BackToInvoices = () => (
  <MeActs>
    <Link className="link row" to={invoicesPath}>
      <ArrowLeft size={16} />
      返回发票
    </Link>
  </MeActs>
)
