import { arrivalSuite } from '../../../modules/payment/testing/arrival-suite.ts'
import { payPalLine } from './provider.server.ts'
import { openPayPalStandIn } from './testing/stand-in.ts'

arrivalSuite('PayPal', async () => ({ standIn: await openPayPalStandIn(), line: payPalLine }))
