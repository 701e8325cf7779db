/**
 * The header, with the value `1`, that the gateway adds to each of its answers. A proxy, a captive portal or a tunnel in
 * front answers with any status and any body, so an answer without this header says nothing about the journal: neither
 * that a change was made nor that a session has ended.
 */
export const ANSWER_MARK = 'x-inner-weather';
