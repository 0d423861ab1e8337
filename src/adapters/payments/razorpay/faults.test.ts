import { faultsSuite } from '../../../modules/payment/testing/faults-suite.ts'
import { liesSuite } from '../../../modules/payment/testing/lies-suite.ts'
import { razorpayLine } from './provider.server.ts'
import { openRazorpayStandIn } from './testing/stand-in.ts'

const open = async () => ({ standIn: await openRazorpayStandIn(), line: razorpayLine })
faultsSuite('Razorpay', open)
liesSuite('Razorpay', open)
