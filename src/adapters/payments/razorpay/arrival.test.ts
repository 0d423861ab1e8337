import { arrivalSuite } from '../../../modules/payment/testing/arrival-suite.ts'
import { razorpayLine } from './provider.server.ts'
import { openRazorpayStandIn } from './testing/stand-in.ts'

arrivalSuite('Razorpay', async () => ({ standIn: await openRazorpayStandIn(), line: razorpayLine }))
