import { type MarkType, type NodeType, Schema } from "prosemirror-model";
import { marks } from "./marks.ts";
import { nodes } from "./nodes.ts";

export const schema = new Schema<keyof typeof nodes, keyof typeof marks>({ nodes, marks });

/** The types by name, so that a misspelt name is an error of the compiler. */
export const block = schema.nodes as Record<keyof typeof nodes, NodeType>;
export const mark = schema.marks as Record<keyof typeof marks, MarkType>;
