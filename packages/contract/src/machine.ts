/**
 * State machines are tables: the server asks `next` before it moves an order, the screens ask `can` before they
 * offer a button, and the tests walk every cell.
 */
export interface Machine<State extends string, Event extends string> {
  readonly initial: State;
  readonly transitions: Readonly<Record<State, Readonly<Partial<Record<Event, State>>>>>;
}

/** The state after an event, or undefined where the table does not allow it. */
export function next<S extends string, E extends string>(machine: Machine<S, E>, state: S, event: E): S | undefined {
  return machine.transitions[state][event];
}

/** Every state from which the event is allowed: what a set-based UPDATE filters on. */
export function statesAllowing<S extends string, E extends string>(machine: Machine<S, E>, event: E): S[] {
  return (Object.keys(machine.transitions) as S[]).filter((state) => machine.transitions[state][event] !== undefined);
}

/** A state that no event leaves. */
export function isFinal<S extends string, E extends string>(machine: Machine<S, E>, state: S): boolean {
  return Object.keys(machine.transitions[state]).length === 0;
}
