import { faultsSuite } from '../../../modules/payment/testing/faults-suite.ts'
import { liesSuite } from '../../../modules/payment/testing/lies-suite.ts'
import { payPalLine } from './provider.server.ts'
import { openPayPalStandIn } from './testing/stand-in.ts'

const open = async () => ({ standIn: await openPayPalStandIn(), line: payPalLine })
faultsSuite('PayPal', open)
liesSuite('PayPal', open)
