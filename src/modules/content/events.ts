declare module '../../platform/jobs/events.server.ts' {
  interface Events {
    'content.enquiry-received': { enquiryId: string }
  }
}

export {}
