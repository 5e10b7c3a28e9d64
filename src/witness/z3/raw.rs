//! The two functions of Z3's C interface that the `z3` crate does not wrap: parsing a text into formulas with
//! error reporting, and running a whole script.
//!
//! The `unsafe` code is sound for these reasons: every pointer passed to Z3 is a live
//! context of the `z3` crate or a `CString` that outlives the call; every string that Z3 returns is copied before
//! the next call into the same context; every vector is reference-counted around its use; and every formula is
//! wrapped, and so counted, by the crate before its vector is released.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString};

use z3::ast::{Ast, Dynamic};
use z3::{Context, Sort};
use z3_sys::{
    ErrorCode, Z3_ast_vector_dec_ref, Z3_ast_vector_get, Z3_ast_vector_inc_ref, Z3_ast_vector_size,
    Z3_context, Z3_del_config, Z3_eval_smtlib2_string, Z3_get_datatype_sort_constructor,
    Z3_get_datatype_sort_num_constructors, Z3_get_domain_size, Z3_get_error_code, Z3_get_error_msg,
    Z3_mk_app, Z3_mk_config, Z3_mk_context_rc, Z3_parse_smtlib2_string, Z3_set_error_handler, Z3_string,
};

/// Parses declarations and assertions in the context of this thread; returns the formulas in order.
///
/// # Errors
/// The text is rejected; Z3's message.
pub(super) fn parse(text: &str) -> Result<Vec<Dynamic>, String> {
    let context = Context::thread_local();
    let text = c_string(text)?;
    let z3 = context.get_z3_context();
    // SAFETY: see the head of this file.
    unsafe {
        let (names, sorts, decls) = (std::ptr::null(), std::ptr::null(), std::ptr::null());
        let vector = Z3_parse_smtlib2_string(z3, text.as_ptr(), 0, names, sorts, 0, names, decls);
        let (Some(vector), ErrorCode::Ok) = (vector, Z3_get_error_code(z3)) else {
            return Err(error_message(z3));
        };
        Z3_ast_vector_inc_ref(z3, vector);
        let size = Z3_ast_vector_size(z3, vector);
        let formulas = (0..size).filter_map(|at| Z3_ast_vector_get(z3, vector, at));
        let formulas = formulas.map(|ast| Dynamic::wrap(&context, ast)).collect();
        Z3_ast_vector_dec_ref(z3, vector);
        Ok(formulas)
    }
}

/// Returns the elements of a datatype whose constructors are all constants; `None` for other datatypes.
pub(super) fn enumeration(sort: &Sort) -> Option<Vec<Dynamic>> {
    let context = Context::thread_local();
    let (z3, raw) = (context.get_z3_context(), sort.get_z3_sort());
    // SAFETY: see the head of this file. The caller's sort is a datatype.
    unsafe {
        let constructors = Z3_get_datatype_sort_num_constructors(z3, raw);
        let element = |at| {
            let constructor = Z3_get_datatype_sort_constructor(z3, raw, at)?;
            let constant = Z3_get_domain_size(z3, constructor) == 0;
            constant.then_some(Dynamic::wrap(&context, Z3_mk_app(z3, constructor, 0, std::ptr::null())?))
        };
        (0..constructors).map(element).collect()
    }
}

/// A separate context in which scripts run one after another.
#[derive(Debug)]
pub(super) struct ScriptContext(Context);

impl ScriptContext {
    /// Creates a context; `None` if Z3 cannot.
    pub(super) fn new() -> Option<ScriptContext> {
        // SAFETY: see the head of this file. The context belongs to the returned value.
        unsafe {
            let config = Z3_mk_config()?;
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let raw = raw?;
            // Z3's own handler would end the process.
            Z3_set_error_handler(raw, None);
            Some(ScriptContext(Context::from_raw(raw)))
        }
    }

    /// Runs commands and returns what Z3 prints for them.
    ///
    /// # Errors
    /// The commands contain a zero byte.
    pub(super) fn run(&self, commands: &str) -> Result<String, String> {
        let commands = c_string(commands)?;
        // SAFETY: see the head of this file.
        unsafe { Ok(copied(Z3_eval_smtlib2_string(self.0.get_z3_context(), commands.as_ptr()))) }
    }
}

fn c_string(text: &str) -> Result<CString, String> {
    CString::new(text).map_err(|error| format!("zero byte at offset {}", error.nul_position()))
}

/// # Safety
/// `z3` must be a live context.
unsafe fn error_message(z3: Z3_context) -> String {
    unsafe { copied(Z3_get_error_msg(z3, Z3_get_error_code(z3))) }
}

/// # Safety
/// `text` must be null or a string of Z3's that is still alive.
unsafe fn copied(text: Z3_string) -> String {
    if text.is_null() {
        return String::new();
    }
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}
